import {
  IconBuildingStore,
  IconChartBar,
  IconChartDots3,
  IconDiscount,
  IconGauge,
  IconPackage,
  IconSettings,
  IconUsers,
  type TablerIcon,
} from '@tabler/icons-react'
import type { Section } from '#web/api/screen.ts'

export const SECTION_LOOK: Readonly<Record<Section, { label: string; icon: TablerIcon }>> = {
  scorecard: { label: 'Scorecard', icon: IconGauge },
  analysis: { label: 'Análisis', icon: IconChartDots3 },
  products: { label: 'Productos', icon: IconPackage },
  distributors: { label: 'Distribuidores', icon: IconBuildingStore },
  customers: { label: 'Clientes', icon: IconUsers },
  benefits: { label: 'Beneficios', icon: IconDiscount },
  reports: { label: 'Reportes', icon: IconChartBar },
  settings: { label: 'Configuración', icon: IconSettings },
}
