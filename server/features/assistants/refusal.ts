/** Why a tool cannot answer, in words for the assistant; whatever else goes wrong is told to the log alone. */
export class Refusal extends Error {
  override readonly name = 'Refusal'
}
