export { audit, auditedChange, type Change } from '#server/store/audit.ts'
