// WordPress escapes names (of categories, of the site) for pages; pure, imports nothing.

const ENTITIES: Record<string, string> = { amp: '&', quot: '"', '#039': "'", '#8217': '’', lt: '<', gt: '>' }

/** 'Dulces &amp; Cía.' → 'Dulces & Cía.' */
export const unescaped = (name: string): string =>
  name.replace(/&(amp|quot|#039|#8217|lt|gt);/g, (found, entity: string) => ENTITIES[entity] ?? found)
