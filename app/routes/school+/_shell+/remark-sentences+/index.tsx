import { pageTitle, schoolPaths } from '~/http/school-paths'
import type { ListOf } from '~/kit/pages/list'
import { listLoader } from '~/kit/pages/list.server'
import { listPage } from '~/kit/pages/list-page'
import { languages, languagesInWords, languageWords } from '~/language/language'
import { type Localized, wordsIn } from '~/language/localized'
import { remarks } from '~/models/learning/report-cards/remarks.server'

export const handle = pageTitle(() => 'Sentences for remarks')

const list: ListOf<typeof remarks.list> = {
  path: schoolPaths.remarkSentences,
  file: { path: schoolPaths.remarkSentencesFile, name: 'remark-sentences.csv' },
  noun: 'sentence',
  may: 'exams:view',
  add: { href: schoolPaths.newRemarkSentence, may: 'exams:edit' },
  search: { label: 'Search', placeholder: 'Words in any language' },
  filters: {},
  columns: [
    { label: 'Number', align: 'end', sort: 'code', value: 'code' },
    {
      label: languageWords.en,
      role: 'title',
      sort: 'sentence',
      value: ({ sentence }) => wordsIn(sentence, 'en'),
      href: (row, mayEdit) => (mayEdit ? schoolPaths.editRemarkSentence(row.publicId) : null),
    },
    ...languages
      .slice(1)
      .map((language) => ({
        label: languageWords[language],
        value: ({ sentence }: { sentence: Localized }) => sentence[language] ?? null,
      })),
  ],
}

export const loader = listLoader(list, remarks.list)

export default listPage(list, {
  context: 'Cards show them in the family’s language. Teachers choose them by number.',
  icon: 'book',
  empty: `Sentences will be listed here: each in ${languagesInWords()}, with the number that teachers type.`,
})
