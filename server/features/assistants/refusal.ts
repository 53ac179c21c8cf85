/** Why a tool cannot answer, in words for the assistant; any other failure is only logged. */
export class Refusal extends Error {
  override readonly name = 'Refusal'
}
