// What each permission allows, in words.
import type { Permission } from '#contract/permissions.ts'

export const PERMISSION_WORDS: Readonly<Record<Permission, string>> = {
  'view:scorecard': 'Scorecard',
  'view:products': 'Productos',
  'view:distributors': 'Distribuidores',
  'view:customers': 'Clientes',
  'view:orders': 'Órdenes',
  'view:benefits': 'Beneficios',
  'view:reports': 'Reportes',
  'view:costs': 'Costos y margen',
  goals: 'Cargar metas',
  export: 'Exportar archivos',
  'personal-data': 'Ver nombres y correos de clientes',
  share: 'Compartir vistas y tableros',
  notes: 'Escribir notas y decidir sobre oportunidades',
  'import:files': 'Importar archivos',
  settings: 'Configuración',
}
