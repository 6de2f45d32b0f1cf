export const glossary = {
  title: 'Glossary',
  intro: 'What the words and numbers in this portal mean.',
  search: 'Search for a term',
  found_one: '{{count}} term',
  found_other: '{{count}} terms',
  open: 'Open',
  openOf: 'Open: {{name}}',
  none: 'No term matches. Search for part of a word, “grid”, say.',
  group: {
    power: 'Power: what is flowing now',
    energy: 'Energy: what has flowed',
    battery: 'Your battery',
    forecast: 'Forecasts',
    message: 'Messages',
    update: 'Updates',
    account: 'Account and sign-in',
    code: 'Codes on the device',
  },
  term: {
    watt: {
      name: 'Watt (W), kilowatt (kW)',
      text: 'Power: how much electricity flows at this instant. 1\u00A0kW is 1000\u00A0W. A kettle takes about 2\u00A0kW.',
    },
    grid: {
      name: 'Grid power',
      text: 'What flows between your home and the grid. Above zero you draw electricity, below zero you feed it in.',
    },
    pv: {
      name: 'PV power',
      text: 'What the solar panels deliver. PV is short for photovoltaics, electricity from light.',
    },
    battery: {
      name: 'Battery power',
      text: 'What flows into the battery or out of it. Below zero it charges, above zero it discharges.',
    },
    house: {
      name: 'Consumption',
      text: 'What is used in the home. It is not measured but computed: grid + PV + battery.',
    },
    output: {
      name: 'Total output',
      text: 'What the battery system delivers on its AC side; the device calls it m8.',
    },
    voltage: {
      name: 'Grid voltage',
      text: 'The voltage of the grid at the battery system. 207 to 253\u00A0V are usual.',
    },
    phase: {
      name: 'Phase (L1, L2, L3)',
      text: 'One of the three conductors of your mains connection. Each battery system is connected to one of them.',
    },
    total: {
      name: 'Total',
      text: 'All of your systems together. Powers and energies are added up, the voltage is averaged, the state of charge is averaged by capacity.',
    },
    wattHour: {
      name: 'Watt-hour (Wh), kilowatt-hour (kWh)',
      text: 'Energy: power times time. 1\u00A0kW for an hour is 1\u00A0kWh. It is what your electricity bill counts.',
    },
    counter: {
      name: 'Counter',
      text: 'The system counts each kind of energy since it was put into service. The values of a day are differences between counts, so a gap in the connection loses nothing.',
    },
    pvEnergy: { name: 'PV yield', text: 'What the sun has delivered in a period.' },
    importEnergy: {
      name: 'Import',
      text: 'What you have drawn from the grid, to charge the battery too.',
    },
    feedInEnergy: { name: 'Feed-in', text: 'What you have delivered to the grid.' },
    charged: { name: 'Charged', text: 'What has flowed into the battery.' },
    discharged: {
      name: 'Discharged',
      text: 'What has flowed out of the battery. It is always a little less than was charged: part of it becomes heat.',
    },
    selfSufficiency: {
      name: 'Self-sufficiency',
      text: 'The share of your consumption that came from your own sun: directly or through the battery.',
    },
    selfConsumption: {
      name: 'Self-consumption',
      text: 'The share of the PV yield that you used yourself: in your home or in the battery.',
    },
    quarter: {
      name: 'Quarter of an hour',
      text: 'The finest resolution of the charts. Mean, smallest and largest value are those of 15\u00A0minutes.',
    },
    soc: {
      name: 'State of charge',
      text: 'How full the battery is, in percent. The system measures it itself.',
    },
    capacity: { name: 'Capacity', text: 'How much energy the battery holds, in kWh.' },
    health: {
      name: 'Battery health',
      text: 'How much of its capacity a battery still has, estimated from long charges and discharges, with the range in which the truth probably lies.',
    },
    calibration: {
      name: 'Calibration',
      text: 'Now and then the battery is charged all the way so that its state of charge is shown right. The number of days says when that is due again.',
    },
    floatCharge: {
      name: 'Float charge',
      text: 'The little that an empty battery gets from the grid so that it takes no harm. For that the main switch has to stay on.',
    },
    status: {
      name: 'Connected, standby, on, off',
      text: 'The state of the system. Connected: it reports but does not work. Standby: it waits. On: it works. Off: the main switch is at 0.',
    },
    lastOnline: {
      name: 'Last online',
      text: 'When the system last reported anything. After 15\u00A0minutes without a word its values count as stale; most of the time it keeps working all the same.',
    },
    gridProtection: {
      name: 'Grid protection',
      text: 'The prescribed grid and system protection disconnects the battery from the grid when voltage or frequency are not right, and connects it again by itself. The device calls it NA-Schutz.',
    },
    chip: {
      name: 'BMS, inverter, gateway',
      text: 'The parts of the system with software of their own: the battery management (BMS) watches over the cells, the inverter turns direct into alternating current, the gateway talks to the internet.',
    },
    energyForecast: {
      name: 'Energy forecast',
      text: 'What the sun is expected to bring today in all. It is computed from your own readings and, where there is one, a weather forecast. Which rule is in force is said beside the forecast.',
    },
    loadForecast: {
      name: 'Load forecast',
      text: 'What is expected to be used today in all, by your own readings.',
    },
    forecastBand: {
      name: 'Range of a forecast',
      text: 'Between which values it will probably lie. In eight cases out of ten that is right, in one each less or more comes. Whether the range keeps its promise is shown under forecast quality.',
    },
    forecastQuality: {
      name: 'Forecast quality',
      text: 'How often the forecast was right: the error of its daily sums, whether it mostly expects too much or too little, and whether a rule of thumb would have been as good.',
    },
    runway: {
      name: 'Living on the sun again',
      text: 'From when on the sun covers the house and what the battery itself consumes on three days in a row, so that the grid need not maintain it any more.',
    },
    place: {
      name: 'Location',
      text: 'Where the battery stands, to about ten kilometres. It is optional and serves the forecast: for weather, the sun’s position and public holidays.',
    },
    badWeather: {
      name: 'Bad weather',
      text: 'The notice that the state of charge may reach 0\u00A0% for want of sun. A float charge protects the battery; leave the main switch on.',
    },
    open: {
      name: 'Open, resolved',
      text: 'A message is open as long as the system reports it. It is resolved as soon as it no longer does.',
    },
    episode: {
      name: 'How often',
      text: 'A message that comes and goes in short order stands in the list once, with how often it came.',
    },
    command: {
      name: 'Command',
      text: 'What you tell the system to do. Each command ends in exactly one way: done, refused, expired or without an answer.',
    },
    firmware: {
      name: 'Firmware, update',
      text: 'The software in the system itself. An update replaces it by a newer one that the operator has signed; the system checks the signature before it takes it.',
    },
    updateMode: {
      name: 'Update mode',
      text: 'Shown on the display of the system while the main switch is off. Only then can an update begin.',
    },
    receipt: {
      name: 'Receipt',
      text: 'What is kept after an update: from which version to which, when, by whom and with which checksum.',
    },
    registrationCode: {
      name: 'Registration code',
      text: 'Is on the sticker on the device. With it, a battery that nobody owns is yours at once; if somebody else still owns it, you begin to take it over.',
    },
    serialNumber: {
      name: 'Serial number',
      text: 'The name of the device. Whoever adds a system by it alone confirms that by switching it off and on again.',
    },
  },
}
