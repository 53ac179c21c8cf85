/** Whether a figure is good beside its aim: one that reaches it is, and for measures of losses one that stays within it. */
export const toneOf = (figure: number, aim: number, isLoss: boolean): 'good' | 'bad' =>
  (isLoss ? figure <= aim : figure >= aim) ? 'good' : 'bad'
