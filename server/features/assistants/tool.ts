import type { z } from 'zod'
import type { Caller } from './caller.ts'
import type { TITLES } from './text.ts'

export interface Tool {
  readonly name: keyof typeof TITLES
  readonly description: string
  readonly input: z.ZodObject
  readonly run: (args: Readonly<Record<string, unknown>>, caller: Caller) => Promise<Record<string, unknown>>
}

/**
 * A tool; `run` gets the parsed `input`. Arguments that it does not have are refused, since an answer without regard to them
 * would be taken for what was asked; nothing can be misread where there are none.
 */
export const tool = <Input extends z.ZodObject>(told: {
  name: Tool['name']
  description: string
  input: Input
  run: (args: z.infer<Input>, caller: Caller) => Promise<Record<string, unknown>>
}): Tool => ({
  ...told,
  input: Object.keys(told.input.shape).length > 0 ? told.input.strict() : told.input,
  run: (args, caller) => told.run(told.input.parse(args), caller),
})
