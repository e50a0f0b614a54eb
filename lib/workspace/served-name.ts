import { decodePercent } from './address'

/** Returns a readable file name from the end of an address, with the extension of the detected type. */
export function getServedName(address: string, extension: string): string {
  const path = address.startsWith('attachment:') ? address.replace(/^attachment:[^:]*:/, '') : getPath(address)
  const last = path.split('/').at(-1) ?? ''
  const clean = (decodePercent(last) ?? last)
    .normalize('NFC')
    .replace(/[^\p{L}\p{M}\p{N}._ -]+/gu, '-')
    .replace(/^[. -]+|(?<![. -])[. -]+$/g, '')
  const stem = clean.replace(/\.[^.]*$/, '').slice(0, 60) || 'file'
  const own = /\.([A-Za-z0-9]{1,8})$/.exec(clean)?.[1]?.toLowerCase()
  const end = extension || own
  return end ? `${stem}.${end}` : stem
}

const getPath = (address: string) => (URL.canParse(address) ? new URL(address).pathname : address)
