/** What mail programs make a link of without `www.`; `Md.Irfan`, `M.Com` and `St.Mary` are names. */
const domain =
  /[\p{L}\p{N}-]{2,}\.(com|net|org|info|biz|in|co|io|me|us|uk|eu|ru|cn|top|xyz|site|online|shop|store|app|dev|web|page|link|click|live|club|icu|vip|fun|work|world|space|tech|website|email|example)(?![\p{L}\p{M}\p{N}])/iu

/**
 * Whether a name is plain words: nothing that a mail program makes a link of, no line break. Names of people and schools stand in
 * mails that the portal sends in its own name.
 */
export function isPlainName(text: string): boolean {
  const asShown = text.normalize('NFKC')
  return !/https?:\/\/|www\.|[\p{Cc}\u2028\u2029]/iu.test(asShown) && !domain.test(asShown)
}
