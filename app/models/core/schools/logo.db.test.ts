import sharp from 'sharp'
import { expect, it } from 'vitest'
import { receiveFile } from '~/models/core/files/receive-file.server'
import { readRow } from '../../../../tests/factories/read'
import { makeSchool } from '../../../../tests/factories/school'
import { findProfile, logoRule, readLogo, saveLogo } from './profile.server'

async function picture(colour: string): Promise<Uint8Array> {
  return sharp({ create: { width: 900, height: 600, channels: 3, background: colour } })
    .png()
    .toBuffer()
}

it('keeps one re-encoded, small logo until it is replaced or removed', async () => {
  const [school, other] = [await makeSchool(), await makeSchool()]
  const receive = async (colour: string) => {
    const file = { name: 'logo.png', bytes: await picture(colour), studentId: null }
    const received = await receiveFile(school.scope, logoRule, file)
    if (!received.ok) throw new Error(received.reason)
    return received.value.key
  }
  const first = await receive('red')
  expect(await saveLogo(other.scope, first)).toEqual({ ok: false, reason: 'file-gone' })
  expect(await saveLogo(school.scope, first)).toMatchObject({ ok: true })
  expect((await findProfile(school.scope))?.logoKey).toBe(first)
  const drawn = await sharp((await readLogo(school.scope)) ?? new Uint8Array()).metadata()
  expect([drawn.width, drawn.height]).toEqual([400, 267])
  expect(await readLogo(other.scope)).toBeNull()
  const second = await receive('blue')
  expect(await saveLogo(school.scope, second)).toMatchObject({ ok: true })
  expect(await readRow('SELECT id FROM files WHERE storage_key = :first', { first })).toBeNull()
  expect(await saveLogo(school.scope, null)).toMatchObject({ ok: true })
  expect((await findProfile(school.scope))?.logoKey).toBeNull()
  const { version = 0 } = (await findProfile(school.scope)) ?? {}
  const third = await receive('green')
  expect(await saveLogo(school.scope, third, version - 1)).toEqual({ ok: false, reason: 'changed' })
  expect((await findProfile(school.scope))?.logoKey).toBeNull()
  expect(await saveLogo(school.scope, third, version)).toMatchObject({ ok: true })
})
