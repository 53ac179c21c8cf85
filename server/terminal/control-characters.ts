// Texts of files and of the shop are printed: an escape sequence in one could clear the operator's terminal or fill the clipboard.

/** Keeps line breaks and tabs. */
export const withoutControlCharacters = (text: string): string => text.replace(/[^\P{Cc}\n\t]/gu, '')
