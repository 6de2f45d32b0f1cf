import type { Language } from '../../identity/accounts/store.ts'

const de = `Kellersonne: Ihre Daten

account.json       Ihr Konto: E-Mail, Telefon, Land, Sprache, Zustimmung zu den Bedingungen, letzte Anmeldung,
                   Anmeldung über einen zweiten Anbieter, Anlagen, die auf ihre Bestätigung warten
picture.webp       Ihr Profilbild, wenn es eines gibt
sessions           Ihre angemeldeten Geräte
systems            Ihre Anlagen, von wann bis wann sie Ihre sind oder waren (until leer: noch immer), wie Sie
                   sie nennen (name), und wo sie nach Ihrer Angabe stehen (latitude, longitude: auf ein Zehntel Grad)
alerts             worauf das Portal Sie hingewiesen hat: bei welcher Anlage (sn), warum (cause, details), von wann bis wann,
                   was an welche Adresse oder welchen Browser geschickt wurde und was daraus wurde (told), oder warum nicht (hold)
rules              Ihre eigenen Regeln: bei welcher Anlage (sn) welche Größe (quantity) wie lange (minutes) unter (below)
                   oder über (above) welchem Wert liegt (threshold, in % oder W)
passport_links     Ihre Links zu den Werten einer Batterie, die noch gelten (bis expires_at); die Links selbst haben wir nicht
messages/<Seriennummer>   Meldungen: von wann (raised_at) bis wann (resolved_at, leer: noch immer) sie standen und wie
                   oft sie dazwischen kamen (count); leer auch, was in eine Zeit reicht, in der die Anlage nicht
                   Ihre war
states/<Seriennummer>     was die Anlage über ihren Zustand gemeldet hat
commands/<Seriennummer>   was Sie der Anlage befohlen haben, und was daraus wurde
updates/<Seriennummer>    Updates, je Chip: von welcher Version (from) auf welche (to), wann, und was daraus wurde
consents/<Seriennummer>   wozu Sie vor einem Update zugestimmt haben: wann, und in welchem Wortlaut
corrections/<Seriennummer>  was Sie an den Messwerten berichtigt haben: Zeiten, die unplausibel sind (implausible), und
                   Zählerstände (value) in Wh, vor (before) und nach (after) dem Zeitpunkt from
imports/<Seriennummer>    was Sie aus anderen Portalen übernommen haben: Format der Datei, von wann bis wann, und die
                   Summen in Wh
findings/<Seriennummer>   was Ihrem Portal an der Anlage auffiel: was (name), von wann bis wann, was gemessen wurde (value), was
                   üblich war (usual), und ab wann es auffällt (limit)
temperatures/<Seriennummer>  wie lange die Batterie wie warm war: kälteste (lowest) und wärmste (highest) Temperatur in °C, und
                   Stunden je Stufe
forecasts/<Seriennummer>  was von jedem Tag zuerst erwartet wurde, und was er brachte, in Wh: wenig (low), am ehesten
                   (expected), viel (high), Ergebnis (outcome); nach welcher Regel (method), und ob mit Wetter
readings/<Seriennummer>   Messwerte, wie die Anlage sie gesendet hat
quarters/<Seriennummer>   dieselben je Viertelstunde: Mittel (mean), Minimum (min), Maximum (max) und Energien,
                   wie Sie sie berichtigt haben (corrected: all oder die Spalte, um die es ging); imported: was nicht
                   gemessen, sondern übernommen ist
gaps/<Seriennummer>       Energien, die über mehr als zwei Stunden ohne Messwerte gezählt wurden: von wann (from) bis
                   wann (until). In welcher Viertelstunde sie flossen, ist nicht bekannt; darum enthält quarters sie
                   nicht. Summen brauchen beide Dateien.

Von jeder Anlage ist enthalten, was sie gesendet hat, solange sie Ihre war; von Viertelstunden nur die ganzen.

Zeiten sind UTC nach ISO 8601 (2026-06-18T09:12:30.000Z); bei Viertelstunden ihr Beginn. Die Zeitzone jeder
Anlage steht in systems.

grid_v      Netzspannung in V
grid_w      Netz in W: positiv = Bezug, negativ = Einspeisung
pv_w        Erzeugung in W
battery_w   Batterie in W: positiv = entlädt, negativ = lädt
soc         Ladestand in %
output_w    was die Anlage auf ihrer Wechselstromseite abgibt, in W
load_w      Verbrauch des Hauses in W: grid_w + pv_w + battery_w
pv_wh, import_wh, feed_in_wh, charge_wh, discharge_wh
            Erzeugung, Bezug, Einspeisung, Laden, Entladen in Wh: in readings der Stand des Zählers,
            in quarters die Energie der Viertelstunde, in gaps die der Lücke

Leer heißt: nicht bekannt. Messwerte sind reine Tabellen und darum nur als CSV enthalten; als JSON wären es
dieselben Zahlen in mehrfacher Größe. Was auch Texte enthält, gibt es als JSON und als CSV. CSV: UTF-8, Komma
zwischen den Spalten, Punkt in den Zahlen, Listen als JSON; was eine Tabellenkalkulation in einem Text für
eine Formel halten könnte, beginnt dort mit einem Apostroph.
`

const en = `Kellersonne: your data

account.json       your account: e-mail, phone, country, language, consent to the terms, last sign-in, sign-in
                   through a second provider, systems that wait to be confirmed
picture.webp       your profile picture, if there is one
sessions           your signed-in devices
systems            your systems, from when to when they are or were yours (until empty: still), what you call
                   them (name), and where you said that they stand (latitude, longitude: to a tenth of a degree)
alerts             what the portal alerted you of: at which system (sn), why (cause, details), from when to when, what was
                   sent to which address or browser and what became of it (told), or why nothing was (hold)
rules              your own rules: at which system (sn) which quantity is how long (minutes) below or above which
                   threshold (in % or W)
passport_links     your links to the values of a battery that still work (until expires_at); the links themselves we do not have
messages/<serial number>   messages: from when (raised_at) to when (resolved_at, empty: still) they stood, and how often
                   they came in between (count); empty too where it reaches into a time when the system was not
                   yours
states/<serial number>     what the system said about its state
commands/<serial number>   what you told the system to do, and what became of it
updates/<serial number>    updates, chip by chip: from which version to which, when, and what became of it
consents/<serial number>   what you agreed to before an update: when, and in which words
corrections/<serial number>  what you corrected of the measurements: times that are implausible, and counters' values
                   (value) in Wh, before and after the instant from
imports/<serial number>    what you imported from other portals: the file's format, from when to when, and the sums
                   in Wh
findings/<serial number>   what was unusual at the system: what (name), from when to when, what was measured (value), what was
                   usual, and beyond which limit it is not
temperatures/<serial number>  how long the battery was how warm: lowest and highest temperature in °C, and hours at each
                   level
forecasts/<serial number>  what was expected of each day at first, and what it brought, in Wh: little (low), most likely
                   (expected), much (high), outcome; by which rule (method), and whether with weather
readings/<serial number>   measurements as the system sent them
quarters/<serial number>   the same by quarter of an hour: mean, minimum (min), maximum (max) and energies,
                   as you corrected them (corrected: all, or the column that it was about); imported: what was not
                   measured but imported
gaps/<serial number>       energies that were counted over more than two hours without measurements: from when (from) to
                   when (until). In which quarter of an hour they flowed is not known; therefore quarters does not
                   contain them. Sums need both files.

Of each system there is what it sent while it was yours; of quarters of an hour only whole ones.

Times are UTC by ISO 8601 (2026-06-18T09:12:30.000Z); that of a quarter is its start. The time zone of each
system is in systems.

grid_v      grid voltage in V
grid_w      grid in W: positive = drawn, negative = fed in
pv_w        generation in W
battery_w   battery in W: positive = discharges, negative = charges
soc         state of charge in %
output_w    what the system delivers on its AC side, in W
load_w      consumption of the house in W: grid_w + pv_w + battery_w
pv_wh, import_wh, feed_in_wh, charge_wh, discharge_wh
            generation, drawn, fed in, charged, discharged in Wh: in readings the counter's value, in quarters
            the energy of the quarter, in gaps that of the gap

Empty means not known. Measurements are plain tables and therefore there as CSV only; JSON would be the same
numbers at several times the size. What holds texts too is there as JSON and as CSV. CSV: UTF-8, commas
between columns, points in numbers, lists as JSON; what a spreadsheet could take for a formula in a text
begins with an apostrophe there.
`

/** Explains the files of an export and their units. */
export const readme: Record<Language, string> = { de, en }
