import { pageTitle, schoolPaths } from '~/http/school-paths'
import type { ListOf } from '~/kit/pages/list'
import { listLoader } from '~/kit/pages/list.server'
import { listPage } from '~/kit/pages/list-page'
import { listMailAddresses } from '~/models/contact/mail/addresses.server'
import { formatInstant } from '~/models/core/shared/calendar'
import { wayWords } from './__words'

export const handle = pageTitle(() => 'Mail addresses')

const moment = (at: Date | null) => (at === null ? null : formatInstant(at, 'en'))

const list: ListOf<typeof listMailAddresses> = {
  path: schoolPaths.mailAddresses,
  file: { path: schoolPaths.mailAddressesFile, name: 'mail-addresses.csv' },
  noun: 'address',
  nouns: 'addresses',
  may: 'students:edit',
  search: { label: 'Search', placeholder: 'Address or name' },
  filters: {
    state: {
      label: 'Status',
      any: 'All',
      options: [
        { value: 'bounced', label: 'Mails bounce' },
        { value: 'unsubscribed', label: 'Unsubscribed' },
        { value: 'delayed', label: 'Delayed only' },
      ],
    },
  },
  columns: [
    {
      label: 'Address',
      role: 'title',
      sort: 'address',
      value: 'toAddress',
      href: (row) => schoolPaths.mailAddress(row.publicId),
    },
    { label: 'Whose', value: 'whose' },
    { label: 'Bouncing since', sort: 'newest', newestFirst: true, value: (row) => moment(row.bouncedAt) },
    { label: 'Mail server’s reply', value: 'bounceReason' },
    { label: 'Delays', align: 'end', value: 'softBounces' },
    {
      label: 'Unsubscribed',
      value: (row) =>
        row.unsubscribedAt && row.unsubscribedBy
          ? `${moment(row.unsubscribedAt)}, ${wayWords[row.unsubscribedBy]}`
          : null,
    },
  ],
}

export const loader = listLoader(list, listMailAddresses)

export default listPage(list, {
  title: 'Mail addresses',
  context:
    'If mails to an address bounce, nothing more is sent until you retry. Unsubscribed readers get no notices or reminders, but still get receipts and password mails.',
  icon: 'bell',
  empty: 'Bouncing addresses and unsubscribed readers are listed here.',
})
