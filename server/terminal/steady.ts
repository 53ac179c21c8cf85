// Texts of files and of the shop reach the terminal, which control characters would colour, clear, or make copy something.

/** Without control characters except line breaks and tabs. */
export const steady = (text: string): string => text.replace(/[^\P{Cc}\n\t]/gu, '')
