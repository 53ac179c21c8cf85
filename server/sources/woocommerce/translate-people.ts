import { inWords } from '#server/domain/company-name.ts'
import { type CustomerFact, NO_DISTRIBUTOR } from '#server/domain/facts.ts'
import { foldedEmail, storable } from '#server/domain/folded.ts'
import { provinceOf } from '#server/domain/province.ts'
import { indexable } from '#server/ingest/notes.ts'
import type { Mapping } from './mapping.ts'
import { patternOf } from './pattern.ts'
import type { CustomerPayload } from './payloads.ts'
import { RECORD_TEXT } from './text.ts'
import { metaFlag, metaText, Rejected, storeTime, type TranslateContext, utcTime } from './translate.ts'

export function translateCustomer(customer: CustomerPayload, context: TranslateContext): CustomerFact {
  const { mapping, notes } = context
  const cut = (text: string, field: string) => indexable(text, field, notes)
  const { billing, meta_data: meta } = customer
  const registered = storeTime(customer.date_created, customer.date_created_gmt, context)
  if (registered === undefined) throw new Rejected(RECORD_TEXT.noDate)
  const modified = customer.date_modified_gmt ?? customer.date_modified ?? customer.date_created_gmt
  const city = storable(billing.city)
  return {
    customer_id: customer.id,
    registered_at: registered,
    month: registered.slice(0, 7),
    modified_at: modified === null ? registered : utcTime(modified),
    email: cut(foldedEmail(customer.email), 'correo'),
    first_name: cut(customer.first_name || billing.first_name, 'nombre'),
    last_name: cut(customer.last_name || billing.last_name, 'apellido'),
    role: cut(customer.role, 'rol'),
    company: cut(companyFor(customer.role, context), 'empresa'),
    employee_id: cut(metaText(meta, mapping.employee_id_keys), 'legajo'),
    locality: storable(metaText(meta, mapping.locality_keys)) || city,
    city,
    province: provinceOf(billing.state, billing.country),
    dist_id: cut(metaText(meta, mapping.distributor.id_keys), 'distribuidor') || NO_DISTRIBUTOR.dist_id,
    allow_communications: metaFlag(meta, mapping.allow_communications_keys),
    allow_samples: metaFlag(meta, mapping.allow_samples_keys),
  }
}

function companyFor(role: string, { mapping, notes }: TranslateContext): string {
  const company = companyOf(role, mapping.companies)
  if (company === undefined && role !== '' && !mapping.other_roles.includes(role)) notes.count('role', role)
  return company ?? ''
}

/** Label of a role that represents a company; undefined for any other. */
export function companyOf(role: string, companies: Mapping['companies']): string | undefined {
  for (const company of companies) {
    const matches = patternOf(company.role).match(role)
    if (!matches) continue
    if (company.label === null) return undefined
    const label = company.label?.replace(/\$(\d)/g, (_, group: string) => matches[Number(group)] ?? '')
    return label?.trim() || inWords(role)
  }
  return undefined
}
