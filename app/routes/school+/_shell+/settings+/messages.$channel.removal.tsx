import { pageTitle, schoolPaths } from '~/http/school-paths'
import { deciding } from '~/kit/pages/decision.server'
import { decisionPage } from '~/kit/pages/decision-page'
import { messageKeysView, removeMessageKeys } from '~/models/contact/message-setup/message-keys.server'
import { channelWords } from '~/models/contact/message-setup/options'

export const handle = pageTitle(() => 'Remove account', { hasForm: true })

const page = deciding({
  may: 'settings:edit',
  words: Object.keys(channelWords),
  // The page does not exist for a channel without a stored account.
  find: async (scope, channel: keyof typeof channelWords) => (await messageKeysView(scope))[channel] && { channel },
  more: ({ channel }) => channelWords[channel],
  asksPassword: true,
  decide: (scope, _at, _values, { channel }) => removeMessageKeys(scope, channel),
  refusals: { changed: 'Another person changed the settings since you opened this page.' },
  decided: () => schoolPaths.messageSettings,
  message: 'Account removed.',
})
export const loader = page.loader
export const action = page.action

export default decisionPage<typeof loader>({
  title: 'Remove account',
  context: ({ more }) => more,
  submit: 'Remove account',
  isDangerous: true,
  backHref: schoolPaths.messageSettings,
  explanation: (
    <p>
      Do you want to remove the account? Nothing more is sent on this channel. Earlier messages are kept, and later
      delivery reports are still recorded.
    </p>
  ),
})
