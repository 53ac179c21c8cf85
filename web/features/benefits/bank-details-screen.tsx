// Detalle Beneficio Bancario: the discounts of one bank. Touches this feature.
import { SubGroupDetails } from './sub-group-details.tsx'
import { text } from './text.ts'

export default function BankDetailsScreen() {
  return <SubGroupDetails group="bank" to="/benefits/banking-benefits" above={text.banks} />
}
