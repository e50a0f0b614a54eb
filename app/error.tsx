'use client'

export { ClientError as default } from '@/components/site/client-error'
