// Beneficios Bancarios: a card per bank. Touches this feature.
import { digitsLast } from './bank-order.ts'
import { SubGroupCards } from './sub-group-cards.tsx'
import { text } from './text.ts'

export default function BanksScreen() {
  return <SubGroupCards title={text.bankCards} group="bank" sorted={digitsLast} />
}
