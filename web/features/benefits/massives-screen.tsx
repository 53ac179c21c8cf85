// Beneficios Masivos: a card per benefit of mass coupons. Touches this feature.
import { SubGroupCards } from './sub-group-cards.tsx'
import { text } from './text.ts'

export default function MassivesScreen() {
  return <SubGroupCards title={text.massiveCards} group="massive-coupons" />
}
