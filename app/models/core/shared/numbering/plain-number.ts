import { foldText } from '../clean-text'

/** Common key of `0012`, ` 12` and `12`, or `GR 007` and `gr7`: spreadsheets drop zeros, and people drop spaces. */
export function plainNumber(number: string): string {
  return foldText(number)
    .replace(/\s/g, '')
    .replace(/(?<!\d)0+(?=\d)/g, '')
}
