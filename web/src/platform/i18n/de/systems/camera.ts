export const camera = {
  title: 'Code mit der Kamera lesen',
  asking: 'Bitte erlauben Sie den Zugriff auf die Kamera.',
  reading: 'Halten Sie den Code auf dem Typenschild in das Bild. Die Bilder verlassen Ihr Gerät nicht.',
  picture: 'Bild der Kamera',
  foreign: 'Das ist kein Code eines Speichers.',
  read: 'Gelesen: {{key}}',
  fault: {
    refused:
      'Der Zugriff auf die Kamera ist nicht erlaubt. Erlauben Sie ihn in den Einstellungen des Browsers, oder tippen Sie den Code ein.',
    none: 'An diesem Gerät wurde keine Kamera gefunden. Bitte tippen Sie den Code ein.',
    busy: 'Die Kamera liefert kein Bild. Vielleicht wird sie gerade von einem anderen Programm benutzt.',
    failed: 'Das Lesen mit der Kamera hat nicht begonnen. Bitte tippen Sie den Code ein.',
  },
}
