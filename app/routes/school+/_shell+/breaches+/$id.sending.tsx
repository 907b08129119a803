import { NoticeText } from '~/components/breaches/notice-text'
import { DefinitionList } from '~/components/ui'
import { pageTitle, schoolPaths } from '~/http/school-paths'
import { deciding } from '~/kit/pages/decision.server'
import { decisionPage } from '~/kit/pages/decision-page'
import { isLanguage, languages, languageWords } from '~/language/language'
import { breaches, findTexts, languagesToTell } from '~/models/entry/breaches/cases.server'
import { textFor } from '~/models/entry/breaches/rules'
import { requestSending } from '~/models/entry/breaches/send.server'

export const handle = pageTitle(() => 'Send the notice', { hasForm: true })

const obstacles = {
  closed: 'The case is closed.',
  'no-text': 'The text is not complete in any language yet.',
  nobody: 'Everyone affected has already been notified, or no one has been chosen yet.',
}

const page = deciding({
  may: 'breaches:handle',
  find: breaches.find,
  more: async ({ id, title }, { scope }) => {
    const [texts, readers] = await Promise.all([findTexts(scope, id), languagesToTell(scope, id)])
    const written = languages.flatMap((language) => {
      const text = texts && textFor(texts, language)
      return text?.language === language ? [text] : []
    })
    return {
      title,
      written,
      readers: readers.map(({ language, people, withMail }) => ({
        reads: isLanguage(language) ? languageWords[language] : language,
        gets: languageWords[(isLanguage(language) && texts && textFor(texts, language)?.language) || 'en'],
        people,
        withMail,
      })),
    }
  },
  obstacle: ({ closedAt }, { written, readers }) => {
    if (closedAt !== null) return obstacles.closed
    if (written.length === 0) return obstacles['no-text']
    return readers.length === 0 ? obstacles.nobody : null
  },
  asksPassword: true,
  decide: (scope, at) => requestSending(scope, at),
  refusals: obstacles,
  decided: (at) => schoolPaths.breach(at),
  title: 'Sent!',
  message: ({ value }) => `${value.people === 1 ? '1 person is' : `${value.people} people are`} notified now.`,
})
export const loader = page.loader
export const action = page.action

export default decisionPage<typeof loader>({
  title: 'Send the notice',
  context: ({ more }) => more.title,
  submit: ({ more }) => `Tell ${more.readers.reduce((sum, { people }) => sum + people, 0)} now`,
  busyText: 'Sending...',
  isDangerous: true,
  obstacleTitle: 'Nothing to send',
  backHref: ({ at }) => schoolPaths.breach(String(at)),
  passwordHint: 'A notice cannot be recalled',
  explanation: ({ more }) => (
    <>
      <p>
        Students, and guardians who get messages, see the notice until they confirm that they have read it. It also goes
        by e-mail, and by SMS or WhatsApp if the school has set these up. Each person is notified once, even if it is
        sent again to others.
      </p>
      <DefinitionList
        items={more.readers.map(({ reads, gets, people, withMail }) => ({
          label: `Students who read ${reads}`,
          value: `${people}, of them ${withMail} with an e-mail address; they get the text in ${gets}`,
        }))}
      />
      {more.written.map(({ language, parts }) => (
        <section key={language} lang={language} className="card">
          <h2>{languageWords[language]}</h2>
          <NoticeText language={language} parts={parts} />
        </section>
      ))}
    </>
  ),
})
