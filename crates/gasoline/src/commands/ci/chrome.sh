#!/bin/sh
# Written by `gasoline ci`, in place of a browser: starts the real one, BROWSER, so that it can be captured, and says so in FOLDER.
profile='' port='' alone=''
for argument in "$@"; do
  case $argument in
    --user-data-dir=*) profile=${argument#*=} ;;
    --remote-debugging-port=*) port=${argument#*=} ;;
    --version | --product-version | --help) alone=yes ;;
  esac
done
case $profile in
  # Without a profile of its own a browser opens no port. Those of Playwright are captured by its hook.
  '' | *playwright_*) alone=yes ;;
  /*) ;;
  *) profile=$PWD/$profile ;;
esac
if [ -z "$alone" ]; then
  # Of an earlier browser with this profile.
  rm -f "$profile/DevToolsActivePort"
  [ -n "$port" ] || set -- --remote-debugging-port=0 "$@"
  printf '%s\n%s\n' "${port:-0}" "$profile" >FOLDER/"new-$$" && mv FOLDER/"new-$$" FOLDER/"$$.browser"
fi
exec BROWSER "$@"
