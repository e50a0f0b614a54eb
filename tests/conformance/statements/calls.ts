import { act, fireEvent } from '@testing-library/react'
import { expect, onTestFinished, vi } from 'vitest'
import { createId } from '../../support/records'
import { createRows, type Section } from '../row'
import type { Raw } from '../support/maps'
import { findOne, listAttributes, mockWindowView, show, showHydrated, showInView } from '../support/show'

const OUT = 'https://example.com'
const ID = 'aqz-KE-bpKQ'
const createVideo = (source: string): Raw => ({ type: 'video', properties: { source } })

export const CALLS: Section = {
  name: 'What is loaded from elsewhere',
  rows: createRows({
    images: {
      statement:
        'The address of an uploaded picture is mapped to the image proxy of the workspace’s provider, with the id of its block.',
      check: async () => {
        const source = `attachment:${createId('file')}:a.png`
        const { body } = await show({ type: 'image', name: 'Image', properties: { source } })
        const address = new URL(findOne(body, 'img').getAttribute('src') ?? '')
        expect([address.origin, decodeURIComponent(address.pathname)]).toEqual([
          'https://www.notion.so',
          `/image/${source}`,
        ])
        expect(address.searchParams.get('id')).toBe(createId('Image'))
      },
    },
    'states of an image': {
      statement:
        'The states of an image are: not requested, buffering, loading, then success, or an error without a message.',
      check: async () => {
        const view = mockWindowView()
        const sources = ['a', 'b'].map((name): Raw => ({ type: 'image', properties: { source: `${OUT}/${name}.png` } }))
        const body = await showHydrated(sources)
        const images = [...body.querySelectorAll('img')]
        const readStates = () => images.map(({ dataset }) => dataset.state)
        expect(readStates()).toEqual(['not-asked', 'not-asked'])
        vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
        onTestFinished(() => void vi.useRealTimers())
        await view.move(true)
        expect(readStates()).toEqual(['buffering', 'buffering'])
        await act(async () => vi.advanceTimersByTime(1000))
        expect(readStates()).toEqual(['loading', 'loading'])
        for (const [index, fire] of [fireEvent.load, fireEvent.error].entries()) fire(images[index] as HTMLElement)
        expect(readStates()).toEqual(['success', 'error'])
        expect(body.textContent).toBe('')
      },
    },
    'space of images': {
      statement: 'Addresses of pictures do not contain the id of the workspace’s space.',
      reason:
        'The provider finds a picture by its block. The space id would only reveal something about the workspace.',
      check: async () => {
        const { body } = await show({
          type: 'image',
          properties: { source: `attachment:${createId('file')}:a.png` },
          more: { space_id: createId('space') },
        })
        expect(body.innerHTML).not.toMatch(/space/i)
      },
    },
    signed_urls: {
      statement: 'Signed addresses are not sent to visitors.',
      reason:
        'They expire after an hour, and pages are cached for longer. Files come from the snapshot or through the provider’s proxy.',
      check: async () => {
        const source = `attachment:${createId('file')}:a.png`
        const { body } = await show(
          { type: 'image', name: 'Image', properties: { source } },
          { signed_urls: { [createId('Image')]: 'https://file.example/a?X-Amz-Signature=s' } },
        )
        expect(body.innerHTML).not.toContain('Signature')
      },
    },
    'video thumbnails': {
      statement: 'The thumbnail of a video is available in widths of 120, 320, 480, 640 and 1280 pixels.',
      check: async () => {
        const { body } = await showInView(createVideo(`https://youtu.be/${ID}`))
        const set = body.querySelector('[srcset]')?.getAttribute('srcset') ?? body.innerHTML
        expect([...set.matchAll(/ (\d+)w/g)].map(([, width]) => Number(width))).toEqual([120, 320, 480, 640, 1280])
        expect(set).toContain(`/${ID}/`)
      },
    },
    icons: {
      statement: 'A built-in icon of the provider has a light and a dark variant for the two themes.',
      check: async () => {
        const { body } = await show({ type: 'callout', title: 'a', format: { page_icon: '/icons/book_gray.svg' } })
        expect(listAttributes(body, 'img', 'src')).toEqual(
          ['light', 'dark'].map((mode) => `https://www.notion.so/icons/book_gray.svg?mode=${mode}`),
        )
      },
    },
    badges: {
      statement:
        'Badges of GitHub repositories come from a badge service, if the operator allows embeds of other sites.',
      check: async () => {
        const repository = {
          type: 'external_object_instance',
          format: { domain: 'github.com', original_url: 'https://github.com/ada/engine' },
        }
        const { body } = await show(repository)
        expect(findOne(body, 'img').getAttribute('src')).toMatch(
          /^https:\/\/img\.shields\.io\/github\/.*\/ada\/engine\?/,
        )
        for (const embeds of ['click', 'off'] as const) {
          expect((await show(repository, {}, { embeds })).body.querySelector('img')).toBeNull()
        }
      },
    },
  }),
}
