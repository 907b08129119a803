/**
 * Whether a name is plain words: nothing that a mail program makes a link of, no line break. Names of people and schools stand in
 * mails that the portal sends in its own name.
 */
export function isPlainName(text: string): boolean {
  return !/https?:\/\/|www\.|[\p{Cc}\u2028\u2029]/iu.test(text.normalize('NFKC'))
}
