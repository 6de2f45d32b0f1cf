export const about = {
  operator:
    'This is a template. Whoever runs this installation has not set up a page of their own here yet (setting {{variable}}); what stands in square brackets has still to be filled in, all else to be checked.',
  home: {
    title: 'Home',
    heading: 'The sun in your basement',
    text: 'Kellersonne shows owners of home batteries what their battery is doing right now: what comes from the roof, what the home uses, what the basement holds and what flows into the grid. All you need is an account and the serial number or the registration code of your battery. Your battery works independently of this site.',
    signIn: 'Sign in',
    register: 'Register',
    dashboard: 'Go to the dashboard',
  },
  contact: {
    title: 'Contact',
    sections: [
      {
        title: 'Whom you can ask',
        text: 'Questions about your battery are best answered by whoever installed it or gave you this address.',
      },
    ],
  },
  imprint: {
    title: 'Imprint',
    sections: [
      {
        title: 'Responsible',
        text: '[Name or company with its legal form], [street and number], [postcode and town]. Represented by [name]. Kellersonne is the software these pages run on; those who write it do not run this installation.',
      },
      { title: 'Contact', text: 'E-mail: [address]. Telephone: [number].' },
      {
        title: 'Register and VAT',
        text: '[Register court and number, where entered]. [VAT identification number, where there is one].',
      },
      {
        title: 'Settling disputes',
        text: '[Whether a consumer arbitration board is accepted, and which].',
      },
    ],
  },
  privacy: {
    title: 'Privacy',
    sections: [
      {
        title: 'Who is responsible',
        text: '[Name and address as in the imprint]. Data protection officer: [name and address, where appointed]. What is processed is what it takes to offer you this portal (Art. 6 (1) (b) GDPR), and the security log, to protect it against abuse (f).',
      },
      {
        title: 'What is stored',
        text: 'Your account: e-mail address, phone number, country, language, when you agreed to which terms of use and, if you upload one, your picture. Your password is kept only as a check value it cannot be worked out from. If you sign in with another provider, we keep its identifier for you.',
      },
      {
        title: 'Readings',
        text: 'Your batteries keep sending power, state of charge, grid voltage, energy counters, their state and messages. The list of messages holds the newest 20,000 of each battery. You see only what has come since you registered the battery; whoever had it before sees none of that. Where a battery stands is known only if you say so, to a tenth of a degree. If a weather forecast is set up, its provider learns of that area, but not who you are. If many batteries of an area fall silent at once, the others there are told only what share they are. If you show the values of your battery by a link, whoever has it sees them until it ends or you revoke it; of the link we keep only a hash.',
      },
      {
        title: 'Sessions and safety',
        text: 'Of every sign-in we keep when it began, when it was last used and what your browser calls itself; you can end each of them in the settings. When you last signed in is kept to the day: an account that has never had a battery is deleted a year after that, and we write to you two weeks before. How often something is tried is counted under encrypted identifiers; in the same form we keep for 90 days which networks you sign in from. The security log notes when and from which network address an account is signed in to or changed, without e-mail address and password.',
      },
      {
        title: 'In your browser',
        text: 'Your browser keeps your session, language, appearance and the list of your batteries until you sign out; language and appearance stay. There are three cookies: one as long as you are signed in, by which the update service knows you, one while you sign in with another provider, and one for 400 days by which we recognize a browser that you have signed in with before, so that nobody can lock you out there with wrong passwords.',
      },
      {
        title: 'Updates',
        text: 'Of each update we keep who agreed to it when and in which words, and how it ended. It is part of your export.',
      },
      {
        title: 'No tracking',
        text: 'There is no advertising, there are no statistics about visitors and no content from other servers.',
      },
      {
        title: 'E-mails',
        text: 'You get e-mails about your account, when the password changes, say, and about your batteries, when one has a fault, say; you choose which under “Alerts”. They are deleted as soon as they are sent; what we alerted you to, when, and at which address is part of your export. A new e-mail address is kept until you confirm it, for about 24 hours at most; after that the one before for seven days, so that you can undo the change.',
      },
      {
        title: 'Notifications in the browser',
        text: 'If you enable notifications on a device, alerts also travel through the browser’s push service: Google (Chrome, Edge on Android and others), Mozilla (Firefox), Apple (Safari) or Microsoft (Edge). The message is encrypted up to your browser; the service learns when and how much goes to which browser, and that it comes from us. For that we keep the browser’s address at the service, its keys and its name until you remove the device or the session there ends.',
      },
      {
        title: 'Taking along and deleting',
        text: 'Under “User” you download all your data as a ZIP file. In the settings you delete your account: everything that points to you is gone at once and for good. Readings stay without a link to a person.',
      },
      {
        title: 'How long',
        text: 'Single readings 35 days, quarters of an hour for good, the security log [period], backups [period].',
      },
      {
        title: 'Who helps, and where to complain',
        text: 'Processors: [data centre, mail delivery]. You have the right to access, correct, erase, restrict, object and take your data along, and to complain to [supervisory authority].',
      },
    ],
  },
  terms: {
    title: 'Terms of use',
    version: 'Version {{version}}',
    sections: [
      {
        title: 'What this portal is for',
        text: 'Here you see values of your own batteries and manage your account. Register only batteries that are yours or that you may act for.',
      },
      {
        title: 'Your account',
        text: 'Give correct details and keep your password secret. You can delete your account at any time.',
      },
      {
        title: 'What you must not expect',
        text: 'Values and forecasts give an overview and are no basis for billing. The portal may be out of reach at times; your battery keeps working regardless.',
      },
    ],
  },
}
