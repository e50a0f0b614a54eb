import type { User } from '../inline'

export const ines: User = { key: 'ines', given: 'Ines', family: 'Calloway' }
export const teodor: User = { key: 'teodor', given: 'Teodor', family: 'Brandt' }
