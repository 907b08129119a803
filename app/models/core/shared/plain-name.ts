/** Domains that mail programs turn into links without `www.`; `Md.Irfan`, `M.Com` and `St.Mary` stay names. */
const domain =
  /[\p{L}\p{N}-]{2,}\.(com|net|org|info|biz|in|co|io|me|us|uk|eu|ru|cn|top|xyz|site|online|shop|store|app|dev|web|page|link|click|live|club|icu|vip|fun|work|world|space|tech|website|email|example)(?![\p{L}\p{M}\p{N}])/iu

/**
 * Checks that a name has no line break and nothing that a mail program turns into a link. Names of people and schools
 * appear in mails that the portal sends in its own name.
 */
export function isPlainName(text: string): boolean {
  const asShown = text.normalize('NFKC')
  return !/https?:\/\/|www\.|[\p{Cc}\u2028\u2029]/iu.test(asShown) && !domain.test(asShown)
}
