import { describe, expect, test } from 'vitest'
import { isPlainRequest } from '@/server/documents'

describe('isPlainRequest returns true for a request', () => {
  test.each([
    ['without a query', 'GET', {}, ''],
    ['for headers only', 'HEAD', {}, ''],
    ['of a browser', 'GET', { accept: 'text/html,application/xhtml+xml,*/*;q=0.8', cookie: 'theme=dark; id=1' }, ''],
    ['from a newsletter', 'GET', {}, 'utm_source=letter&utm_campaign=%E2%9C%93'],
    ['with any other parameter', 'GET', {}, 'a[]=1&&=&%&rsc=1&x_rsc=1&id=__next'],
    ['that accepts Markdown but prefers HTML', 'GET', { accept: 'text/html, text/markdown;q=0.5' }, ''],
    ['with an empty body', 'GET', { 'content-length': '0' }, ''],
    ['through a proxy', 'GET', { 'x-forwarded-for': '10.0.0.1', forwarded: 'for=10.0.0.1' }, ''],
  ])('%s', (_name, method, headers, query) => {
    expect(isPlainRequest(method, headers, query)).toBe(true)
  })
})

describe('isPlainRequest returns false for a request', () => {
  test.each([
    ['of another method', 'POST', {}, ''],
    ['without a method', undefined, {}, ''],
    ['for an RSC payload', 'GET', { rsc: '1' }, ''],
    ['for a part of an RSC payload', 'GET', { 'next-router-state-tree': '[]' }, ''],
    ['for a prefetch', 'GET', { 'next-router-prefetch': '1' }, ''],
    ['for a server action', 'GET', { 'next-action': 'a' }, ''],
    ['for a range', 'GET', { range: 'bytes=0-1' }, ''],
    ['for the headers of a range', 'HEAD', { range: 'bytes=0-1' }, ''],
    ['for Markdown', 'GET', { accept: 'text/markdown' }, ''],
    ['with a body', 'GET', { 'content-length': '3' }, ''],
    ['with a body of unknown length', 'GET', { 'transfer-encoding': 'chunked' }, ''],
    ['with an RSC parameter', 'GET', {}, 'utm_source=a&_rsc=b'],
    ['with an encoded parameter', 'GET', {}, '%5Frsc=b'],
    ['with a parameter of a route', 'GET', {}, 'nxtPpath=b'],
    ['with an internal parameter', 'GET', {}, '__nextLocale=b'],
  ])('%s', (_name, method, headers, query) => {
    expect(isPlainRequest(method, headers, query)).toBe(false)
  })
})
