import { useEffect, useRef, useState } from 'react'
import { buttonClass } from '~/components/ui'
import { m } from '~/language/paraglide/messages'
import type { Point } from '~/models/core/shared/geo'
import type { Suggestion } from './google-maps'
import { letsGoogleIn } from './map-document'

/** Debounce of search boxes in milliseconds (transport specification, section 9). */
const restMs = 500
const minLetters = 3

type AddressSuggestionsProps = {
  browserKey: string | null
  fieldId: string
  onChoose: (location: { address: string; point: Point }) => void
}

/** Google's address suggestions within India, as buttons below the field. Shows none without a key or on an error. */
export function AddressSuggestions({ browserKey, fieldId, onChoose }: AddressSuggestionsProps) {
  const [suggestions, setSuggestions] = useState<readonly Suggestion[]>([])
  const latestRequest = useRef(0)
  useEffect(() => {
    const input = document.getElementById(fieldId)
    if (browserKey === null || !(input instanceof HTMLInputElement) || !letsGoogleIn()) return
    let timer: ReturnType<typeof setTimeout> | undefined
    const ask = async () => {
      const number = ++latestRequest.current
      const searchText = input.value.trim()
      const newSuggestions =
        searchText.length < minLetters
          ? []
          : await import('./google-maps')
              .then(({ suggestAddresses }) => suggestAddresses(browserKey, searchText))
              .catch(() => [])
      // Drops a late answer to an earlier text.
      if (number === latestRequest.current) setSuggestions(newSuggestions)
    }
    const onInput = () => {
      clearTimeout(timer)
      timer = setTimeout(() => void ask(), restMs)
    }
    input.addEventListener('input', onInput)
    return () => {
      clearTimeout(timer)
      input.removeEventListener('input', onInput)
      // Drops answers that arrive after unmount.
      latestRequest.current += 1
    }
  }, [browserKey, fieldId])
  const choose = async (suggestion: Suggestion) => {
    const location = await suggestion.find().catch(() => null)
    setSuggestions([])
    if (location) onChoose(location)
  }
  if (suggestions.length === 0) return null
  return (
    <ul className="found-places" aria-label={m.maps_found()}>
      {suggestions.map((suggestion) => (
        <li key={suggestion.text}>
          <span>{suggestion.text}</span>
          <button
            type="button"
            className={buttonClass('secondary')}
            aria-label={`${m.shared_choose()}: ${suggestion.text}`}
            onClick={() => void choose(suggestion)}
          >
            {m.shared_choose()}
          </button>
        </li>
      ))}
    </ul>
  )
}
