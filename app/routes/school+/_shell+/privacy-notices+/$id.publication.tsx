import { ButtonLink } from '~/components/ui'
import { pageTitle, schoolPaths } from '~/http/school-paths'
import { deciding } from '~/kit/pages/decision.server'
import { decisionPage } from '~/kit/pages/decision-page'
import { languageWords } from '~/language/language'
import { wordsIn } from '~/language/localized'
import { languagesWithoutNames, privacyNotices, publishNotice } from '~/models/contact/consents/notices.server'

export const handle = pageTitle(() => 'Publish a privacy notice', { hasForm: true })

const published = 'This version is published already.'
const noNames = (languages: string) =>
  `Families must see the name of each company that gets the data: edit the draft, and enter each company under “Given to”${languages}.`

const page = deciding({
  may: 'settings:edit',
  find: privacyNotices.find,
  more: (notice) => ({
    called: `${wordsIn(notice.title, 'en')}, version ${notice.number}`,
    unnamed: notice.publishedAt ? [] : languagesWithoutNames(notice).map((language) => languageWords[language]),
    what:
      notice.number === 1
        ? 'Families are informed, and asked for consent if the purpose goes beyond schooling.'
        : notice.asksAnew
          ? 'Families are informed and asked again: consent to the previous version no longer counts.'
          : 'Families are informed. Consent to the previous version stays valid.',
  }),
  obstacle: ({ publishedAt }, { unnamed }) =>
    publishedAt ? published : unnamed.length > 0 ? noNames(` in ${unnamed.join(', ')}`) : null,
  decide: (scope, at: string) => publishNotice(scope, at),
  refusals: {
    published,
    'no-names': noNames(' in every language'),
    'no-officer': 'A notice names a contact: first enter the officer with an e-mail address or a phone number.',
  },
  decided: (at) => schoolPaths.privacyNotice(at),
  title: 'Published!',
})
export const loader = page.loader
export const action = page.action

export default decisionPage<typeof loader>({
  title: 'Publish this privacy notice?',
  context: ({ more }) => more.called,
  submit: 'Publish',
  backHref: ({ at }) => schoolPaths.privacyNotice(String(at)),
  instead: ({ at, more }) =>
    more.unnamed.length > 0 ? (
      <ButtonLink href={schoolPaths.editPrivacyNotice(String(at))} label="Edit the draft" />
    ) : (
      <ButtonLink href={schoolPaths.privacyOfficer} label="Officer and days to answer" />
    ),
  explanation: ({ more }) => (
    <p>{`${more.what} Its text cannot be changed afterwards; a change makes a new version.`}</p>
  ),
})
