import { costLists } from '#contract/lists/costs.ts'
import { listSource } from '#web/shared/lists/list.ts'

export const MARGINS = listSource(costLists.margins)
export const COSTS = listSource(costLists.costs)
