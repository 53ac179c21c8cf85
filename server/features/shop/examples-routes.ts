// The guided mapping.
import {
  type ExamplesAnswer,
  type MappingChoices,
  mappingExamples,
  mappingFromExamples,
  type ProposalAnswer,
} from '#contract/mapping-examples.ts'
import type { App } from '#server/http/app.ts'
import { route } from '#server/http/route.ts'

export interface MappingExamplesService {
  examples(again: boolean): Promise<ExamplesAnswer>
  proposal(choices: MappingChoices): Promise<ProposalAnswer>
  /** Aborts a read under way. */
  stop(): void
}

export function examplesRoutes(app: App, service: MappingExamplesService): void {
  route(app, mappingExamples, ({ body }) => service.examples(body.again))

  route(app, mappingFromExamples, ({ body }) => service.proposal(body))

  app.server.addHook('onClose', async () => service.stop())
}
