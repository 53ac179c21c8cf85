/** The reason why a tool cannot answer, for the assistant; other failures are only logged. */
export class Refusal extends Error {
  override readonly name = 'Refusal'
}
