"""A Selenium test that knows nothing of capture: opens pages in tabs and clicks, one step a line on standard input.

    drive.py CHROMIUM CHROMEDRIVER DEBUGGING_PORT URL

Steps: `open` loads the URL, `tab` loads it in a new tab, `click` clicks its button, `quit` ends the browser.
Each step is answered with its name when it is done.
"""

import sys

from selenium import webdriver
from selenium.webdriver.common.by import By


def start(chromium: str, chromedriver: str, port: str) -> webdriver.Chrome:
    options = webdriver.ChromeOptions()
    options.binary_location = chromium
    # As a person would write it: the port is all that capture asks for.
    options.add_argument(f"--remote-debugging-port={port}")
    for argument in ("--headless=new", "--no-sandbox", "--no-first-run", "--disable-background-networking"):
        options.add_argument(argument)
    service = webdriver.ChromeService(executable_path=chromedriver)
    return webdriver.Chrome(options=options, service=service)


def main() -> None:
    chromium, chromedriver, port, url = sys.argv[1:]
    driver = start(chromium, chromedriver, port)
    print("started", flush=True)
    for line in sys.stdin:
        step = line.strip()
        if step == "open":
            driver.get(url)
        elif step == "tab":
            driver.switch_to.new_window("tab")
            driver.get(url)
        elif step == "click":
            driver.find_element(By.TAG_NAME, "button").click()
        elif step == "quit":
            driver.quit()
        print(step, flush=True)


main()
