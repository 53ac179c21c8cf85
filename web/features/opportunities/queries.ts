import { opportunityLists } from '#contract/lists/opportunities.ts'
import { listSource } from '#web/shared/lists/list.ts'

export const OPPORTUNITIES = listSource(opportunityLists.opportunities)
