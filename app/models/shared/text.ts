/** A typed text as it is kept and counted: browsers send each line break as two characters. */
export function plainBreaks(text: string): string {
  return text.replaceAll('\r\n', '\n')
}
