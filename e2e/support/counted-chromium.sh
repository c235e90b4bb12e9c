#!/bin/sh
# Chromium as every test starts it, whoever starts it: a runner, `gasoline attach`, chromedriver. Each start is a line in the
# file that GASOLINE_STARTS names, see `starts.ts`.
[ -z "${GASOLINE_STARTS:-}" ] || echo browser >>"$GASOLINE_STARTS"
exec "$GASOLINE_CHROMIUM" "$@"
