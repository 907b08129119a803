/** Titles that are complete words; `Sri` and `Sh` may also begin a name, and count only with a full stop. */
const words =
  'mr|mrs|ms|miss|mx|dr|prof|professor|shri|shree|shrimati|shreemati|smt|kum|kumari|sushri|er|adv|ca|fr|rev|sir|madam|sis|bro|श्री|श्रीमती|कु|कुमारी|सुश्री|डॉ|प्रो|શ્રી|શ્રીમતી|કુ|કુમારી|ડૉ|ડો|પ્રો'
const dottedOnly = 'sri|sh'
const indian = /^(?:श्री|श्रीमती|सुश्री|શ્રી|શ્રીમતી)\s+/u

const bracketed = new RegExp(`^[([]\\s*(?:${words}|${dottedOnly})\\.?\\s*[)\\]]\\s*`, 'iu')
const dotted = new RegExp(`^(?:${words}|${dottedOnly})\\s*\\.\\s*`, 'iu')
const spaced = new RegExp(`^(?:${words})\\s+`, 'iu')
const atTheEnd = new RegExp(`(?:\\s*[([]\\s*(?:${words})\\.?\\s*[)\\]]|\\s*,\\s*(?:${words})\\.?)$`, 'iu')

/** Removes titles: `Mr.Patel`, `(Dr.) Shah`, `Prof. Dr. Shah`, `Smt Rao`, `Shah (Mrs.)`. A name of titles only stays. */
export function withoutTitles(name: string): string {
  let bare = name.trim()
  for (;;) {
    const next = [bracketed, dotted, indian, spaced, atTheEnd]
      .reduce((text, pattern) => text.replace(pattern, ''), bare)
      .trim()
    if (next === '' || next === bare) return bare
    bare = next
  }
}
