/** Normalizes line breaks before text is stored and counted: browsers send each as two characters. */
export function plainBreaks(text: string): string {
  return text.replaceAll('\r\n', '\n')
}
