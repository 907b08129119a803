import { useSubmit } from '@remix-run/react'
import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/browser'
import { useEffect, useRef, useState } from 'react'
import { useHydrated } from '~/components/ui'

/** Request from the server to the browser: create a passkey, or sign in with one. */
export type PasskeyRequest =
  | { make: PublicKeyCredentialCreationOptionsJSON }
  | { ask: PublicKeyCredentialRequestOptionsJSON }

/**
 * Submits a form with a hidden field `passkey` twice: the server answers the first submit with a challenge
 * (`passkeyRequest`), and the second carries the signed response.
 * @returns `isAble`: the browser supports passkeys and scripts run; `hasFailed`: no passkey was created or used
 */
export function usePasskey(passkeyRequest: PasskeyRequest | null) {
  const form = useRef<HTMLFormElement>(null)
  const isAble = useHydrated() && typeof window.PublicKeyCredential === 'function'
  const [state, setState] = useState<'idle' | 'asking' | 'failed'>('idle')
  const submit = useSubmit()
  useEffect(() => {
    setState(passkeyRequest ? 'asking' : 'idle')
    if (!passkeyRequest) return
    let isGone = false
    signed(passkeyRequest).then(
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
  }, [passkeyRequest, submit])
  return { form, isAble, isAsking: state === 'asking', hasFailed: state === 'failed' }
}

async function signed(passkeyRequest: PasskeyRequest): Promise<string> {
  const { startAuthentication, startRegistration } = await import('@simplewebauthn/browser')
  const answer =
    'make' in passkeyRequest
      ? await startRegistration({ optionsJSON: passkeyRequest.make })
      : await startAuthentication({ optionsJSON: passkeyRequest.ask })
  return JSON.stringify(answer)
}
