/** Whether a difference is good: growth is, except for measures of losses. */
export const toneOf = (difference: number, isLoss: boolean): 'good' | 'bad' | undefined =>
  difference === 0 ? undefined : difference > 0 === isLoss ? 'bad' : 'good'
