import { useSubmit } from '@remix-run/react'
import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/browser'
import { useEffect, useRef, useState } from 'react'

/** What the server asks the browser: to make a passkey, or to let one sign. */
export type PasskeyRequest =
  | { make: PublicKeyCredentialCreationOptionsJSON }
  | { ask: PublicKeyCredentialRequestOptionsJSON }

/**
 * A form with an empty hidden field `passkey` that is sent twice: the first answer (`asked`) says what the browser's passkeys are to sign, the
 * second sending says what one of them signed.
 * @returns `isAble`: the browser knows passkeys and runs this; `hasFailed`: no passkey was made or given
 */
export function usePasskey(asked: PasskeyRequest | null) {
  const form = useRef<HTMLFormElement>(null)
  const [isAble, setAble] = useState(false)
  const [state, setState] = useState<'idle' | 'asking' | 'failed'>('idle')
  const submit = useSubmit()
  useEffect(() => setAble(typeof window.PublicKeyCredential === 'function'), [])
  useEffect(() => {
    setState(asked ? 'asking' : 'idle')
    if (!asked) return
    let isGone = false
    signed(asked).then(
      (passkey) => {
        if (isGone || !form.current) return
        const filled = new FormData(form.current)
        filled.set('passkey', passkey)
        submit(filled, { method: 'post' })
      },
      () => {
        if (!isGone) setState('failed')
      },
    )
    return () => {
      isGone = true
    }
  }, [asked, submit])
  return { form, isAble, isAsking: state === 'asking', hasFailed: state === 'failed' }
}

async function signed(asked: PasskeyRequest): Promise<string> {
  const { startAuthentication, startRegistration } = await import('@simplewebauthn/browser')
  const answer =
    'make' in asked
      ? await startRegistration({ optionsJSON: asked.make })
      : await startAuthentication({ optionsJSON: asked.ask })
  return JSON.stringify(answer)
}
