export const DELIVERY_TEXT = {
  testNotice: (name: string) => `Prueba de Góndola: el webhook «${name}» funciona`,
}
