import { useLoaderData } from '@remix-run/react'
import { ButtonLink } from '~/components/ui'
import { pageTitle, schoolPaths } from '~/http/school-paths'
import { optionsOf } from '~/kit/forms/fields'
import type { ListOf } from '~/kit/pages/list'
import { listLoader } from '~/kit/pages/list.server'
import { ListPage } from '~/kit/pages/list-page'
import { wordsIn } from '~/language/localized'
import { privacyNotices } from '~/models/contact/consents/notices.server'
import { formatInstant } from '~/models/core/shared/calendar'
import { purposeName } from './__words'

export const handle = pageTitle(() => 'Privacy notices')

const list: ListOf<typeof privacyNotices.list> = {
  path: schoolPaths.privacyNotices,
  file: { path: schoolPaths.privacyNoticesFile, name: 'privacy-notices.csv' },
  noun: 'privacy notice',
  may: 'settings:view',
  add: { href: schoolPaths.newPrivacyNotice, may: 'settings:edit' },
  search: { label: 'Search', placeholder: 'Title' },
  filters: {
    state: { label: 'Status', any: 'Any status', options: optionsOf({ draft: 'Draft', published: 'Published' }) },
  },
  columns: [
    {
      label: 'Title',
      role: 'title',
      sort: 'title',
      value: (row) => wordsIn(row.title, 'en'),
      href: (row) => schoolPaths.privacyNotice(row.publicId),
    },
    { label: 'Purpose', value: (row) => purposeName(row.purpose) },
    { label: 'Version', align: 'end', value: 'number' },
    {
      label: 'Published',
      sort: 'published',
      value: (row) => (row.publishedAt ? formatInstant(new Date(row.publishedAt), 'en') : 'Draft'),
    },
    { label: 'Published by', value: 'publishedByName' },
    { label: 'Decisions', align: 'end', value: 'decisions' },
  ],
}

export const loader = listLoader(list, privacyNotices.list)

export default function PrivacyNoticesPage() {
  const { list: shown, mayAdd } = useLoaderData<typeof loader>()
  return (
    <ListPage
      list={list}
      context="How the school uses data, purpose by purpose, as families see it. A published version is never changed; a change makes a new one."
      icon="info"
      empty={{
        text: 'Add the standard purposes, adapt their texts, and publish each.',
        action:
          mayAdd && shown.total === 0 ? (
            <ButtonLink href={schoolPaths.usualPrivacyNotices} variant="next" label="Add standard purposes" />
          ) : undefined,
      }}
      above={
        mayAdd ? (
          <nav className="actions" aria-label="More about privacy notices">
            <ButtonLink href={schoolPaths.privacyOfficer} variant="secondary" label="Officer and days to answer" />
          </nav>
        ) : null
      }
    />
  )
}
