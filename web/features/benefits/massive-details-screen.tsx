// Detalle Beneficio Masivo: the discounts of one benefit of mass coupons. Touches this feature.
import { SubGroupDetails } from './sub-group-details.tsx'
import { text } from './text.ts'

export default function MassiveDetailsScreen() {
  return <SubGroupDetails group="massive-coupons" to="/benefits/massives" above={text.massives} />
}
